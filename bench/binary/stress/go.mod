module stress

go 1.22
