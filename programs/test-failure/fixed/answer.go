package fixed

import "context"

// answer gives up only if there is no answer.
func answer(ctx context.Context, answers <-chan string) (string, error) {
	select {
	case answer := <-answers:
		return answer, nil
	case <-ctx.Done():
		select {
		case answer := <-answers:
			return answer, nil
		default:
			return "", ctx.Err()
		}
	}
}
