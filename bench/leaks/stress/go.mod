module stress

go 1.26
