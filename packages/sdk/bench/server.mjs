// A platform on loopback whose refresh tokens work once; counts what it is asked. Runs as a process of its own.
import { createServer } from 'node:http'
import { json, singleUseSession } from './single-use.mjs'

const { state, refresh, answer, restart } = singleUseSession()
let requests = 0

const server = createServer(({ url, headers }, response) => {
  if (url.startsWith('/auth/refresh')) return setTimeout(() => refresh(headers.authorization, response), 20)
  requests += 1
  return url === '/open' ? json(response, 200, { count: 3 }) : answer(headers, response)
})

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (message) => {
  if (message === 'restart') {
    restart()
    requests = 0
  }
  if (message === 'expire') state.isAlive = false
  process.send({ ...state, requests })
})
