module github.com/asaskevich/EventBus

go 1.26.8
