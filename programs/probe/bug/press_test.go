package probe

import "testing"

func TestPress(t *testing.T) {
	p := NewPress()
	if text := p.Print(); text != "" {
		t.Fatal(text)
	}
}

func TestPressForgets(t *testing.T) {
	first, second, third := "a", "b", "c"
	p := NewPress(first, second, third)
	p.Forget()
	p.Forget()
	if n := p.Cuts(); n != 0 {
		t.Fatal(n)
	}
}

func TestPressOfOnePage(t *testing.T) {
	p := NewPress("a")
	if text := p.Print(); text != "a" {
		t.Fatal(text)
	}
}

func TestPressOfTwoPages(t *testing.T) {
	p := NewPress("a", "b")
	if text := p.Print(); text != "a\nb" {
		t.Fatal(text)
	}
}

func TestPressOfThreePages(t *testing.T) {
	p := NewPress("a", "b", "c")
	if text := p.Print(); text != "a\nb\nc" {
		t.Fatal(text)
	}
}

func TestPressTrims(t *testing.T) {
	blank := " "
	p := NewPress("a", blank)
	p.Trim = true
	if text := p.Print(); text != "a" {
		t.Fatal(text)
	}
}
