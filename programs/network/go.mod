module harrier.dev/network

go 1.24
