module harrier.dev/usages

go 1.24
