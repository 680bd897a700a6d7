package probe

import "testing"

func TestCharts(t *testing.T) {
	c := NewCharts()
	c.Add("Bolero", 3)
	c.Add("Sarabande", 7)
	c.Add("Gigue", 5)
	c.Label("Bolero", "dance")
	if top := c.Top(); len(top) != 3 || top[0].Name != "Sarabande" {
		t.Errorf("top %v", top)
	}
	if genres := c.Genres(); genres["Bolero"] != "dance" {
		t.Errorf("genres %v", genres)
	}
}
