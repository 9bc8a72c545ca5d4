import { defineHandlers } from '../contract/types.ts'
import { followEvents } from '../domain/event-feed/follow.ts'

export const eventHandlers = defineHandlers({
  async readEvents({ query, user, request }, { db, transact, events, now }) {
    const gone = new AbortController()
    const leave = () => gone.abort()
    const { socket } = request.raw
    socket.once('close', leave)
    try {
      return await followEvents({ db, transact, events, now, signal: gone.signal }, query, user)
    } finally {
      socket.off('close', leave)
    }
  },
})
