/** A reply without the seconds that a window has left, which pass while a test runs. */
export const steady = (reply: unknown): unknown =>
  JSON.parse(JSON.stringify(reply, (name, value) => (name === 'remainingSeconds' ? undefined : value)))
