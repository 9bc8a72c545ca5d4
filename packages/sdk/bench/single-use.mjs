// What the platforms of these measurements have in common: a session whose refresh tokens work once.
const BEGINNING = { generation: 1, isAlive: true, refreshes: 0, reuses: 0 }
const REFUSED = { status: 401, timestamp: '2026-03-01 09:30:00', message: '登录状态已过期' }

export const json = (response, status, body) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

/** Begins with the token t1 and the refresh token r1; `state` counts, and `isAlive` may be set to false. */
export function singleUseSession() {
  const state = { ...BEGINNING }

  function refresh(authorization, response) {
    state.refreshes += 1
    if (authorization !== `Bearer r${state.generation}`) {
      state.reuses += 1
      return json(response, 401, REFUSED)
    }
    state.generation += 1
    state.isAlive = true
    const n = state.generation
    return json(response, 200, { token: `Bearer t${n}`, refreshToken: `r${n}`, randomNumber: `${n}` })
  }

  /** Answers a call that needs the session. */
  function answer({ authorization }, response) {
    const isGood = state.isAlive && authorization === `Bearer t${state.generation}`
    return isGood ? json(response, 200, { count: 3 }) : json(response, 401, REFUSED)
  }

  return { state, refresh, answer, restart: () => Object.assign(state, BEGINNING) }
}
