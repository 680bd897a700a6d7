module table1

go 1.26
