// A platform on loopback whose refresh tokens work once; counts what it is asked. Runs as a process of its own.
import { createServer } from 'node:http'

const state = { generation: 1, isAlive: true, refreshes: 0, reuses: 0, requests: 0 }
const json = (response, status, body) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
const refused = { status: 401, timestamp: '2026-03-01 09:30:00', message: '登录状态已过期' }

function refresh(authorization, response) {
  state.refreshes += 1
  if (authorization !== `Bearer r${state.generation}`) {
    state.reuses += 1
    return json(response, 401, refused)
  }
  state.generation += 1
  state.isAlive = true
  const n = state.generation
  return json(response, 200, { token: `Bearer t${n}`, refreshToken: `r${n}`, randomNumber: `${n}` })
}

const server = createServer(({ url, headers }, response) => {
  if (url.startsWith('/auth/refresh')) return setTimeout(() => refresh(headers.authorization, response), 20)
  state.requests += 1
  if (url === '/open') return json(response, 200, { count: 3 })
  const isGood = state.isAlive && headers.authorization === `Bearer t${state.generation}`
  return isGood ? json(response, 200, { count: 3 }) : json(response, 401, refused)
})

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (message) => {
  if (message === 'restart')
    Object.assign(state, { generation: 1, isAlive: true, refreshes: 0, reuses: 0, requests: 0 })
  if (message === 'expire') state.isAlive = false
  process.send(state)
})
