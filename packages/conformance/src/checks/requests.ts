import type { Check } from '../check.ts'
import { expectStatus, type Kit } from '../kit.ts'
import type { Deviation } from '../types.ts'
import { deviationOf } from '../wire.ts'
import { pagedLists } from './sweep.ts'

const level = 'convention'

async function checkUnknownParameter(kit: Kit): Promise<readonly Deviation[]> {
  const found: Deviation[] = []
  for (const [operation, as] of pagedLists(kit)) {
    const answer = await kit.call(operation.id, { as, query: { size: 1, noSuchParameter: 'x' } })
    if (answer.status !== 400)
      found.push(deviationOf(answer, `未定义的查询参数应回复 400，实为 ${answer.status}`))
  }
  return found
}

// Nobody's account: it must be refused for its form, and not be tried.
const STRANGER = { username: 'conformance', password: 'x' }

export const requestChecks: readonly Check[] = [
  {
    id: 'convention.unknown-parameter',
    level,
    expects: '未定义的查询参数回复 400',
    source: '约定·未定义的属性',
    needs: ['any'],
    run: checkUnknownParameter,
  },
  {
    id: 'convention.unknown-property',
    level,
    expects: '请求正文中未定义的属性回复 400',
    source: '约定·未定义的属性，规则 F-024',
    async run(kit) {
      const answer = await kit.call('login', { body: { ...STRANGER, noSuchField: 1 } })
      expectStatus(answer, 400)
      // A log-in that is tried is refused too, but for another reason.
      return answer.text.includes('noSuchField')
        ? []
        : [deviationOf(answer, 'errors 应指出未定义的属性 noSuchField')]
    },
  },
  {
    id: 'convention.null-is-absent',
    level,
    expects: '请求中值为 null 的属性按未给出处理',
    source: '约定·空值',
    needs: ['ENT'],
    async run(kit) {
      const { place } = kit.who('ENT')
      const project = { projectName: `符合性检查${kit.run}`, provinceCode: place.provinceCode, address: null }
      expectStatus(await kit.call('checkProjectRepeat', { as: kit.who('ENT'), body: { project } }), 200)
      return undefined
    },
  },
  {
    id: 'convention.path-number',
    level,
    expects: '路径中的主键只接受普通十进制写法，否则回复 400',
    source: '约定·数值',
    needs: ['any'],
    async run(kit) {
      const found: Deviation[] = []
      for (const id of ['0x1', '1e3', 'abc']) {
        const answer = await kit.call('getEsProject', { as: kit.who('any'), params: { id } })
        if (answer.status !== 400) found.push(deviationOf(answer, `主键 ${id} 应回复 400`))
      }
      return found
    },
  },
]
