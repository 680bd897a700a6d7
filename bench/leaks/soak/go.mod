module soak

go 1.26
