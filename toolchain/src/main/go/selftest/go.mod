module harrier.dev/selftest

go 1.24
