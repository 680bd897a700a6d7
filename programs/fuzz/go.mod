module example.com/programs/fuzz

go 1.25
