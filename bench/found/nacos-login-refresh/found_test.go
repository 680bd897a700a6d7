package nacos_server

import (
	"testing"
	"time"

	"github.com/nacos-group/nacos-sdk-go/v2/common/constant"
	"github.com/nacos-group/nacos-sdk-go/v2/common/security"
)

// The goroutine that logs in again every five seconds writes what requests read.
func TestFound(t *testing.T) {
	server, err := buildNacosServer(constant.ClientConfig{AccessKey: "key", SecretKey: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Second)
	server.InjectSecurityInfo(map[string]string{}, security.BuildNamingResource("space", "service", "group"))
}
