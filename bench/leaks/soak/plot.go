package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

const (
	width, height      = 720, 360
	left, right        = 70, 150
	top, bottom        = 20, 45
	plotWide, plotHigh = width - left - right, height - top - bottom
)

var colors = []string{"#c0392b", "#2471a3", "#1e8449", "#7d3c98"}

type point struct{ seconds, bytes float64 }

// plot draws the resident memory of each server over time.
func plot(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	series := map[string][]point{}
	var names []string
	far, high := 1.0, 1.0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Split(line, ",")
		seconds, _ := strconv.ParseFloat(fields[0], 64)
		bytes, _ := strconv.ParseFloat(fields[2], 64)
		name := fields[1]
		if series[name] == nil {
			names = append(names, name)
		}
		series[name] = append(series[name], point{seconds, bytes})
		far, high = max(far, seconds), max(high, bytes)
	}
	step := 16.0 * (1 << 20)
	for high/step > 8 {
		step *= 2
	}
	high = step * float64(int(high/step)+1)
	x := func(seconds float64) float64 { return left + seconds/far*plotWide }
	y := func(bytes float64) float64 { return top + plotHigh - bytes/high*plotHigh }
	fmt.Printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", width, height)
	fmt.Printf("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", width, height)
	for b := 0.0; b <= high; b += step {
		fmt.Printf("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>", left, y(b), left+plotWide, y(b))
		fmt.Printf("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f MB</text>\n", left-8, y(b)+4, b/(1<<20))
	}
	minutes := max(1, int(far/60/5))
	for m := 0; float64(m*60) <= far; m += minutes {
		fmt.Printf("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x(float64(m*60)), top+plotHigh+18, m)
	}
	fmt.Printf("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">minutes</text>\n", left+plotWide/2, height-8)
	var labels []float64
	for i, name := range names {
		var path strings.Builder
		for _, p := range series[name] {
			fmt.Fprintf(&path, "%.1f,%.1f ", x(p.seconds), y(p.bytes))
		}
		last := series[name][len(series[name])-1]
		fmt.Printf("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>\n", colors[i%len(colors)], strings.TrimSpace(path.String()))
		label := y(last.bytes) + 4
		for slices.ContainsFunc(labels, func(other float64) bool { return math.Abs(other-label) < 14 }) {
			label += 14
		}
		labels = append(labels, label)
		fmt.Printf("<text x=\"%d\" y=\"%.1f\" fill=\"%s\">%s</text>\n", left+plotWide+8, label, colors[i%len(colors)], name)
	}
	fmt.Println("</svg>")
}
