module server

go 1.26
