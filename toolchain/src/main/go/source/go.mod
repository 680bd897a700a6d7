module harrier.dev/source

go 1.24
