package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// safeWords and unsafeWords are what documentation says of use by several
// goroutines. Where both match, the second counts.
var (
	safeWords = regexp.MustCompile(`(?i)` + strings.Join([]string{
		`\b(goroutine|thread|concurren\w*|race)[- ]?safe\b`,
		`\b(ok|okay|fine|legal|allowed|permitted)\s+to\s+(call|use|invoke|run|share|access)\b[^.]*\b(concurrently|simultaneously|in parallel|at the same time)`,
		`\bsafe\s+(for|to|from|with|under|\w+ing)\b[^.;:—]*\b(concurren|parallel|simultaneous|` + several + `)`,
		`\b(may|can)\s+be\s+(\w+\s+){1,3}(concurrently|simultaneously|in parallel|at the same time)`,
		`\b(may|can)\s+be\s+(called|used|accessed|invoked)\s+(from (multiple|several|different|any)|by (multiple|several))`,
		allowed + `\b[^.]*` + shared + `[^.]{0,30}\b` + several,
		`\busable\s+(by|from)\s+` + several,
		shared + `[^.]{0,30}\b` + several + `[^.]*\bwithout\s+(further|external|additional|extra|any|other)\s+(lock|synchroni)\w+`,
		`\b(many|several|multiple)\s+(callers|clients|readers|writers|producers|consumers)\s+(at once|at the same time|concurrently|simultaneously|in parallel)`,
		`\bany number of\s+(\w+\s+){0,2}(goroutines|threads|callers|readers|writers|producers|consumers)`,
		`\b(any|every)\s+goroutine\s+(may|can)\b`,
		`\bmultiple goroutines may\b`,
		`\b(let|have)\s+(all|several|many|multiple)\s+(\w+\s+)?` + users + `\s+(share|use|call)\s+(it|them)\b`,
		`\b(use|share|call)\s+(it|them)\b[^.;]*\b` + users + `\s+(that\s+)?run(ning)?\s+(concurrently|simultaneously|in parallel|at the same time)`,
		`\b(may|can)\s+(make|do|issue|run|execute|perform)\s+(concurrent|parallel|simultaneous)\b`,
		`\b(supports?|allows?|permits?|handles?|(intended|designed|meant|suitable|protected|secured)\s+(for|from|against))\s+concurrent(ly)?\s+(use|access|calls?)\b`,
		`\ban?\s+([\w/-]+,?\s+){0,4}concurrent,?(\s+[\w/-]+,?){0,4}\s+(map|queue|set|list|stack|cache|buffer|pool|counter|store|database|table)\b`,
		`multi-producer[ ,-]*multi-consumer`,
		`lock-free`,
		`synchronized access`,
		`\b(is|creates|returns|makes)\s+an?\s+synchronized\b`,
		`mutex[- ]protected`,
	}, "|"))
	unsafeWords = regexp.MustCompile(`(?i)` + strings.Join([]string{
		`\b(not|isn't|never|non|un)[-\s]*(be\s+)?(a\s+)?(goroutine|thread|concurren\w*)[- ]?safe`,
		`not\s+safe`,
		`unsafe\s+for`,
		`\b(is|are|be)\s+(goroutine|thread)[- ]?unsafe\b`,
		`(must|should|may|can)\s*(not|n't)\s+be\s+(called|used|accessed|invoked|modified)\s+(concurrently|simultaneously|in parallel|from|by|while|during)`,
		`(must|should|may|can)\s*(not|n't)\s+be\s+(called|used|accessed|invoked)\s+after`,
		`no\s+concurrent`,
		`(from|by|(confined|limited|restricted|bound|belongs?|private|local)\s+to)\s+a\s+goroutine\b`,
		`(from|by|to)\s+(one|a\s+single|one\s+single)\s+goroutine\b`,
		`(only|more than|at most)\s+(one|a single)\s+goroutine`,
		`single[- ](producer|consumer|writer)s?([^\w\s]|\s*$|\s+(and|or|only|multi\w*|single|queue|ring|channel|buffer|goroutine|thread|at|per|to|is\s+(allowed|assumed|expected|meant|permitted|possible|supported)|may|can|must)\b)`,
		`(must|should)\s+(only\s+)?be\s+called\s+(before|only|once|from the same)`,
		`caller\s+(must|should)\s+(hold|lock|synchroni)`,
		`concurrent\w*\b[^.]*\b(unpredictable|undefined|unspecified|corrupt)`,
		`(unpredictable|undefined|inconsistent|incorrect)\b[^.]*\bconcurrent`,
		`(must|should|can|may)\s*(not|n't)\s+be\s+shared\b`,
		`\b(do not|don't|never)\s+(share|use|call|access)\b[^.]*\b(goroutines|threads|concurrently|in parallel)`,
	}, "|"))
)

// singleWords say of a method that one call of it is made at a time. Other methods may be called
// meanwhile, and it again later.
var singleWords = regexp.MustCompile(`(?i)\b(must|should|may|can)\s+(only\s+)?be\s+(called|run|started)\s+(only\s+)?once\s+at\s+a\s+time\b`)

// forbids reports whether the documentation of a function keeps it from being called while others
// are.
func forbids(doc string) bool { return unsafeWords.MatchString(singleWords.ReplaceAllString(doc, "")) }

// What may be, what is done with an object, and by whom.
const (
	allowed = `\b(safe|may|can|fine|ok|okay|allow(s|ed)|free|meant|intended|designed)`
	shared  = `\b(shared?|used?|call(ed)?|accessed|invoked?|methods)\s+([\w-]+,?\s+){0,4}(by|from|between|among|across|in)\b`
	users   = `(goroutines|threads|workers|handlers|callers|clients)`
	several = `((multiple|several|many|different|concurrent)\s+)?(goroutines|threads|(any|every|another)\s+goroutine|(many|several|multiple)\s+callers)\b`
)

// Parts of a sentence that make no promise of what they say.
var (
	// demand is made of those who implement something, and of the functions that a user gives
	demand = regexp.MustCompile(`(?i)\b(must|should|shall|ought to|ha(s|ve) to|needs? to|(required|expected) to|make sure|up to)\b[^,;]*(safe(ty|ly)?|lock-free)\b|\b(callbacks?|handlers?|hooks?|listeners?|functions?|funcs?|closures?)\s+(may|can|will|might)\s+be\s+(called|invoked|run|executed)\b`)
	// negation just before what is safe turns a clause round
	negation = regexp.MustCompile(`(?i)(\b(not|never|cannot|neither|nor|no|none|hardly|only|partly|partially)\b|n't\b)[^,;:]{0,30}$`)
	// other verbs may be negated: it does not wait and
	other = regexp.MustCompile(`(?i)\b(do|does|did|will)\s+not\b.*\band\s*$`)
	// condition before what is safe, or after it, takes most of it back
	condition = regexp.MustCompile(`(?i)\b(if|when|whenever|unless|provided|providing|assuming|once\s+(the|it|they|you|an?|all|\w+ed)|as long as|so long as)\b`)
	exception = regexp.MustCompile(condition.String() + `|(?i)\b(except|while|where|until|before|after|but|however|apart from|other than|not|n't|never)\b|(?i)\b(using|via|through)\b[^,;]*\bmethods?\b|(?i)\bonly\b(\s+(if|when|while|for|by|in|with|within|as|once|after|before|from|on|one|a|to)\b|\s*$)`)
	// restriction within what is safe makes another sentence of it
	restriction = regexp.MustCompile(`(?i)\b(must|should|ought to|ha(s|ve) to|needs? to)\s+only\b`)
	evenIf      = regexp.MustCompile(`(?i)\b(even|also)\s+(if|when|while|after|before)\b|\bone\s+after\s+(another|the other)\b`)
	// fromWithin excepts calls by a function that the object calls itself
	fromWithin = regexp.MustCompile(`(?i),?\s*\bexcept(\s+that)?\b[^,.;]{0,60}\b(tasks?|jobs?|callbacks?|handlers?|hooks?|listeners?)\s+(must|may|should|can)\s*(not|n't)\s+(call|use)\b[^.;]*`)
	// reading says that several may read, and not that they may do more
	reading = regexp.MustCompile(`(?i)\bread-?only\b|\b(concurrent(ly)?|parallel|simultaneous|multiple|several|many|number of)\s+(reads?|readers|reading|lookups)\b`)
	writing = regexp.MustCompile(`(?i)\b(writ|modif|updat|chang|insert)`)
	// mixed speaks of things of which some are not safe
	mixed = regexp.MustCompile(`(?i)\b(goroutine|thread|concurren\w*)[- ]?unsafe\b`)
	// clauseEnd is where a clause ends that says something of its own
	clauseEnd = regexp.MustCompile(`[;:—]|\s-+\s|,\s+(so|because|since)\b|,\s+as\s+(it|they|this|these|the|an?|all|its)\b`)
	aside     = regexp.MustCompile(`(?i)\b(so|because|since|thanks to|thus|and\s+(will|blocks?|returns?|does))\b`)
	// partner is what alone may be done at the same time
	partner = regexp.MustCompile(`(?i)^\w*(\s+(use|access|calls?))?\s+with\s+([\w']+)`)
	// takenBack begins a sentence that excepts something from the one before
	takenBack = regexp.MustCompile(`(?i)^(however|but|except|unless|otherwise|the (only )?exceptions?)\b.*(concurren|goroutine|thread|safe|lock|synchroni|parallel|same time)|\b(must|should|needs?|requires?)\b.*\b(external(ly)?|explicit(ly)?|additional|your own)\s+(lock|synchroni|mutex)`)
)

// emphasis is what marks words in a comment.
var emphasis = regexp.MustCompile("[*`]+|\\b_+|_+\\b")

func plainText(text string) string { return emphasis.ReplaceAllString(text, "") }

// sentenceEnd is where the next sentence begins, or the next paragraph.
var sentenceEnd = regexp.MustCompile(`[.!?]\)?\s+|\n\s*\n`)

// sentences are those of a comment, each on one line.
func sentences(text string) []string {
	var found []string
	add := func(one string) {
		if one = strings.Join(strings.Fields(one), " "); one != "" {
			found = append(found, one)
		}
	}
	text = plainText(text)
	start := 0
	for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
		if before := text[:end[0]+1]; strings.HasSuffix(before, "e.g.") || strings.HasSuffix(before, "i.e.") {
			continue
		}
		add(text[start:end[1]])
		start = end[1]
	}
	add(text[start:])
	return found
}

// ownedWords are of a sentence about what an object takes from its caller, who may not use that.
var ownedWords = regexp.MustCompile(`(?i)\b(takes?|assumes?|has)\s+(the\s+)?ownership\s+of\b`)

// withoutOwned is a comment without the sentences on what an object takes from its caller.
func withoutOwned(text string) string {
	return strings.Join(slices.DeleteFunc(sentences(text), ownedWords.MatchString), " ")
}

// sentence is the first one that a pattern matches.
func sentence(words *regexp.Regexp, text string) string {
	all := sentences(text)
	if i := slices.IndexFunc(all, words.MatchString); i >= 0 {
		return all[i]
	}
	return strings.Join(all, " ")
}

// A subject is what documentation is of: a type, a function, or a function that makes a
// type. What it says of other things is no promise of its own. Without both it is of a
// package, and may speak of anything.
type subject struct{ typ, fn string }

// promise is the sentence that says that several goroutines may use the subject at
// once, or empty. What is demanded of others is no promise, and neither is a sentence
// that says when, that they may not, or that they may read.
func (of subject) promise(text string) string {
	if unsafeWords.MatchString(plainText(text)) {
		return ""
	}
	found := ""
	for _, said := range sentences(text) {
		if found != "" && takenBack.MatchString(said) {
			return ""
		}
		if found == "" && of.isPromised(said) {
			found = said
		}
	}
	return found
}

// promiseByName is a sentence that promises something of the subject and has its name.
func (of subject) promiseByName(text string) string {
	said := of.promise(text)
	if !slices.ContainsFunc(word.FindAllString(said, -1), of.isNamed) {
		return ""
	}
	return said
}

func (of subject) isPromised(said string) bool {
	said = fromWithin.ReplaceAllString(said, "")
	said = evenIf.ReplaceAllString(thisFunction.ReplaceAllString(said, "it"), "even")
	at := safeWords.FindStringIndex(said)
	if at == nil || demand.MatchString(said) || mixed.MatchString(said) || because.MatchString(said[:at[0]]) {
		return false
	}
	before, safe, after := said[:at[0]], said[at[0]:at[1]], said[at[1]:]
	if ends := clauseEnd.FindAllStringIndex(before, -1); ends != nil {
		before = before[ends[len(ends)-1][1]:]
	}
	if end := clauseEnd.FindStringIndex(after); end != nil {
		if next := exception.FindStringIndex(after[end[1]:]); next == nil || strings.TrimSpace(after[end[1]:][:next[0]]) != "" {
			after = after[:end[0]]
		}
	}
	if end := aside.FindStringIndex(after); end != nil {
		after = after[:end[0]]
	}
	if with := partner.FindStringSubmatch(after); with != nil && !anyCall.MatchString(with[3]) {
		return false
	}
	if whole := before + safe + after; reading.MatchString(whole) && !writing.MatchString(whole) {
		return false
	}
	return (!negation.MatchString(before) || other.MatchString(before)) && !condition.MatchString(before+safe) && !restriction.MatchString(safe) && !exception.MatchString(after) && of.isOf(before, safe)
}

var (
	// everything stands for the subject, or for all that it does
	everything   = regexp.MustCompile(`(?i)\b(methods?|functions?|operations?|calls?|instances?|type|struct|implementations?|goroutines|callers)\b`)
	pronoun      = regexp.MustCompile(`(?i)(^|[,(]|\b(and|so|but|that|making|note that))\s*(it|its|they|this|these|all|any|each|every|both|one)\b|^\s*(uses|provides|allows|supports|implements|is|are)\b|^\s*\w+,?\s+and\s*$`)
	thisFunction = regexp.MustCompile(`(?i)\bthis\s+(function|method|func)\b`)
	// anyCall is all that may be done at the same time
	anyCall = regexp.MustCompile(`(?i)^(other|others|itself|any|all|each|every|different|calls)$`)
	// result is what a function returns
	result = regexp.MustCompile(`(?i)\bto make\b|\breturned\b|\breturns?\b[^,;]*\b(that|which)\b|\breturns?\s+(an?|the)(\s+[\w.-]+){0,2}\s*$`)
	// some are those of a kind that something holds for (types that have been completed),
	// a single act (adding), or what the user gives (the function f)
	some = regexp.MustCompile(`(?i)\b(that|which)\s+(ha(s|ve)|is|are|was|were|do|does)\b.*\b(is|are|may|can)\b|\b(remaining|rest|most|some|certain|other)\b|^\s*(only|\w+ing)\b|\b(function|func|method|argument|parameter)\s+[a-z]\w*\s*$|\bboth\s+\w+\s+and\b`)
	// handed says what users do with it
	handed  = regexp.MustCompile(`(?i)^(let|have|use|share|call)\b.*\b(it|them)\b`)
	because = regexp.MustCompile(`(?i)\b(as|because|since)\s+(it|they|this)\b[^,]*$`)
	word    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// nameParts are the words that a name consists of.
var nameParts = regexp.MustCompile(`[A-Z]?[a-z0-9]+`)

// stem is how many letters two words share at their beginning if they are about
// the same: cache, caches and caching.
const stem = 4

// isOf reports whether a clause has the subject, up to what it says is safe, and with
// it. If it names other things, as some of the methods of a type, it does not.
func (of subject) isOf(clause, safe string) bool {
	if of == (subject{}) {
		return true
	}
	if result.MatchString(clause) {
		return of.typ != ""
	}
	if handed.MatchString(safe) {
		return true
	}
	if some.MatchString(clause) {
		return false
	}
	words := word.FindAllString(clause, -1)
	if slices.ContainsFunc(words, of.isNamed) {
		return true
	}
	if of.namesOthers(word.FindAllString(clause+safe, -1)) {
		return false
	}
	return len(words) == 0 || everything.MatchString(clause) || pronoun.MatchString(clause)
}

// namesOthers reports whether one of the words after the first is the name of something
// else.
func (of subject) namesOthers(words []string) bool {
	return len(words) > 0 && slices.ContainsFunc(words[1:], func(one string) bool {
		return unicode.IsUpper(rune(one[0])) && strings.ToUpper(one) != one && !of.isNamed(one)
	})
}

// isNamed reports whether a word is the name of the function or the type, or part of the
// latter: the cache is an LRUCache.
func (of subject) isNamed(one string) bool {
	singular := strings.TrimSuffix(strings.ToLower(one), "s")
	for _, name := range []string{of.typ, of.fn} {
		if strings.TrimSuffix(strings.ToLower(name), "s") == singular {
			return true
		}
	}
	if one[1:] != strings.ToLower(one[1:]) { // another name
		return false
	}
	return slices.ContainsFunc(nameParts.FindAllString(of.typ, -1), func(part string) bool {
		return len(part) >= stem && strings.HasPrefix(singular, strings.ToLower(part)[:stem])
	})
}
