module tested

go 1.22
