import { accepts, bodyHas, both, call, type Fault, reply, success } from './fault.ts'
import { answerOf, type Values } from './faulty-server.ts'
import { done, saved } from './saved.ts'

const create = call('POST /api/esProject')
const step = call('POST /api/esProject/submitProject')

const flawed = (given: { status: number; body: Buffer }, code: string) =>
  given.status >= 400 && given.body.includes(`"${code}"`)

/** A rule of saving that is not enforced. */
const unruled = (code: string): Fault => ({
  what: `rule ${code} is not enforced`,
  fails: [`rules.${code}`],
  only: [`rules.${code}`, 'rules.P-002', 'rules.F-005'].filter((each, at, all) => all.indexOf(each) === at),
  make: () => async (asked, next) => {
    const given = await next()
    return create(asked) && flawed(given, code) ? answerOf(asked, 201, saved(asked)) : given
  },
})

export const ruleFaults: readonly Fault[] = [
  ...['P-001', 'P-004', 'F-012', 'F-013', 'F-003', 'F-024'].map(unruled),
  {
    what: 'rule P-007 does not warn',
    fails: ['rules.P-007'],
    only: ['rules.P-007', 'rules.P-009'],
    make: success(call('GET /api/esProject/judgeSubmit'), (body) => ({
      ...body,
      warnings: (body['warnings'] as Values[]).filter(({ code }) => code !== 'P-007'), // of the reply
    })),
  },
  {
    what: 'refusals have no codes',
    fails: ['rules.P-001', 'rules.F-003'],
    only: ['rules.P-001', 'rules.F-003'],
    make: reply(create, (given) =>
      given.status === 400
        ? { ...given, body: Buffer.from(given.body.toString().replace(/"code":"[A-Z]-\d{3}",?/g, '')) }
        : given,
    ),
  },
  {
    what: 'unknown actions are overlooked',
    fails: ['rules.F-023'],
    only: ['rules.F-023', 'rules.F-026'],
    make: accepts(both(step, bodyHas('SEND')), 400, 200, done),
  },
]
