package pudge

import "testing"

// BackupAll goes through the open databases after it released their lock, with which Open adds one.
func TestFound(t *testing.T) {
	dir := t.TempDir()
	done := make(chan struct{})
	go func() {
		if err := BackupAll(dir + "/backup"); err != nil {
			t.Error(err)
		}
		close(done)
	}()
	if _, err := Open(dir+"/db", nil); err != nil {
		t.Error(err)
	}
	<-done
	if err := CloseAll(); err != nil {
		t.Error(err)
	}
}
