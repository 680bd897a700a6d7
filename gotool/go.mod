module harrier.dev/harrier

go 1.24
