import { json, refusal, startServer } from '../../../sdk/test/support/server.ts'

interface Options {
  password?: string
  /** Why the password has to be changed. */
  flag?: 'init' | 'reset' | 'expired'
  /** Refuses these as too weak. */
  weak?: readonly string[]
  /** Cuts the connection at the first change: before it is made, or after. */
  cuts?: 'before' | 'after'
}

const USER = { id: 41, username: 'svc_nx', realName: '宁夏接口', roles: [{ id: 6, name: '企业' }] }

/** A platform with one service account whose password has to be changed before anything else. */
export async function startFirstDayPlatform({ flag = 'init', weak = [], cuts, ...given }: Options = {}) {
  const state = {
    password: given.password ?? 'Yijiu8Chushi',
    flag: flag as string,
    generation: 0,
    changes: 0,
  }
  let left = cuts
  const server = await startServer(({ path, authorization, body }, response) => {
    if (path === '/auth/logout') return void response.writeHead(204).end()
    if (path === '/auth/login') {
      if (JSON.parse(body).password !== state.password)
        return json(response, 400, { ...refusal(400, '用户名或密码不正确'), code: 'A-004' })
      state.generation += 1
      const token = `Bearer t${state.generation}`
      const user = { user: USER, roles: [] }
      return json(response, 200, { flag: state.flag, token, refreshToken: 'r', randomNumber: '1', user })
    }
    if (path === '/api/platform')
      return json(response, 200, { title: '新储', version: '0.1.0', captchaEnabled: false, demo: false })
    if (authorization !== `Bearer t${state.generation}`)
      return json(response, 401, refusal(401, '登录过期，请重新登录'))
    if (path === '/api/users/updatePass') {
      const { oldPass, newPass } = JSON.parse(body)
      if (left === 'before') {
        left = undefined
        return void response.destroy()
      }
      if (oldPass !== state.password)
        return json(response, 400, { ...refusal(400, '原密码不正确'), code: 'A-013' })
      if (weak.includes(newPass))
        return json(response, 400, { ...refusal(400, '密码过于常见'), code: 'A-011' })
      Object.assign(state, { password: newPass, flag: 'not', generation: state.generation + 1 })
      state.changes += 1
      if (left === 'after') {
        left = undefined
        return void response.destroy()
      }
      return void response.writeHead(204).end()
    }
    if (state.flag !== 'not') return json(response, 403, { ...refusal(403, '请先修改密码'), code: 'A-009' })
    return json(response, 200, { user: USER, roles: [] })
  })
  return { ...server, state }
}
