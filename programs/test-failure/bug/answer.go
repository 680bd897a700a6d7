package bug

import "context"

// answer may give up an answer that is there: of two cases that are ready, select takes any.
func answer(ctx context.Context, answers <-chan string) (string, error) {
	select {
	case answer := <-answers:
		return answer, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
