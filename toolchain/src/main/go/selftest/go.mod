module harrier.selftest

go 1.24
