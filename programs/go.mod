module harrier.dev/programs

go 1.24
