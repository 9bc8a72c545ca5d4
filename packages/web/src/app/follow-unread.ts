// A module of its own: the stream of the count follows the first screen.
export { followUnread } from '@xinchu/sdk'
