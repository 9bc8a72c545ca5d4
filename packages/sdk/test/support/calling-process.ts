// One process of several that share a session file: makes a call each time that it is told to.
import { createClient } from '../../src/index.ts'
import { fileStore } from '../../src/node/index.ts'

const [url = '', path = ''] = process.argv.slice(2)
const client = createClient({ baseUrl: url, session: fileStore(path), retry: { times: 0 } })

process.on('message', () => {
  client.messages.getUnreadCount().then(
    ({ count }) => process.send?.(count),
    (error: unknown) => process.send?.(String(error)),
  )
})
process.send?.('ready')
