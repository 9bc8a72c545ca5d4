import {
  bodyHas,
  both,
  call,
  type Fault,
  instead,
  reply,
  request,
  restated,
  rows,
  sentBody,
  success,
} from './fault.ts'
import type { Values } from './faulty-server.ts'

const projects = call('GET /api/esProject/queryCustom')
const one = ({ path }: { path: string }) => /^\/api\/esProject\/\d+$/.test(path)
const malformed = ({ path }: { path: string }) => /^\/api\/esProject\/(?:0x1|1e3|abc)$/.test(path)
const menus = call('GET /api/menus/build')

const withQuery = (change: (query: URLSearchParams) => void) =>
  request(projects, ({ query }) => {
    const changed = new URLSearchParams(query)
    change(changed)
    return { query: changed }
  })

const OPERATIONS = ['queryEsProjects', 'getEsProject', 'buildMenus', 'getSubmitProvinceFlag']

/** Changes of replies, each found by the check of its kind. */
const replies: readonly Omit<Fault, 'operations'>[] = [
  {
    what: 'a status is not listed',
    fails: ['convention.status'],
    make: reply(menus, (given) => ({ ...given, status: 203 })),
  },
  {
    what: 'JSON is said to be text',
    fails: ['convention.content-type'],
    make: reply(menus, (given) => ({
      ...given,
      headers: { ...given.headers, 'content-type': 'text/plain' },
    })),
  },
  {
    what: 'a property is missing',
    fails: ['convention.required'],
    make: rows(projects, ({ projectCode: _gone, ...row }) => row),
  },
  {
    what: 'there is one property more',
    fails: ['convention.closed'],
    make: rows(projects, (row) => ({ ...row, remark1: '' })),
  },
  {
    what: 'numbers are texts',
    fails: ['convention.types'],
    make: rows(projects, (row) => ({ ...row, ratedEnergy: String(row['ratedEnergy']) })),
  },
  {
    what: 'what is absent is null',
    fails: ['convention.null'],
    make: rows(projects, (row) => ({ ...row, cityName: null })),
  },
  {
    what: 'times are written with a T',
    fails: ['convention.dates'],
    make: rows(projects, (row) => ({ ...row, createTime: String(row['createTime']).replace(' ', 'T') })),
  },
  {
    what: 'a date is not in the calendar',
    fails: ['convention.dates'],
    make: rows(projects, (row) => ({ ...row, commissionDate: '2026-02-30' })),
  },
  {
    what: 'amounts have five decimals',
    fails: ['convention.decimals'],
    make: success(one, (body) => ({ ...body, ratedPower: 100.123456 })),
  },
  {
    what: 'a state is none of the contract',
    fails: ['convention.values'],
    make: rows(projects, (row) => ({ ...row, declareStatus: '99' })),
  },
  {
    what: 'results are in an envelope',
    fails: ['convention.required', 'convention.closed'],
    make: success(call('GET /api/esProject/submitProvinceFlag'), (data) => ({ code: 0, msg: '成功', data })),
  },
]

const lists: readonly Omit<Fault, 'operations'>[] = [
  {
    what: 'the size of a page is ignored',
    fails: ['convention.page-size'],
    make: withQuery((query) => query.get('size') === '3' && query.set('size', '10')),
  },
  {
    what: 'the total changes from page to page',
    fails: ['convention.page-total'],
    make: () => async (given, next) => {
      const page = Number(given.query.get('page') ?? 0)
      const wrong = success(projects, (body) => ({
        ...body,
        totalElements: Number(body['totalElements']) + page,
      }))
      return wrong()(given, next)
    },
  },
  {
    what: 'the id that rows follow is ignored',
    fails: ['convention.page-after-id'],
    make: withQuery((query) => query.delete('afterId')),
  },
  {
    what: 'pages overlap',
    fails: ['convention.page-order'],
    make: () => {
      let first: Values[] = []
      return async (given, next) => {
        const wrong = success(projects, (body) => {
          const content = body['content'] as Values[] // a page of the contract
          if (given.query.get('page') === '0') first = content
          const isSecond = given.query.get('page') === '1' && content.length > 0
          return { ...body, content: isSecond ? [first.at(-1), ...content.slice(1)] : content }
        })
        return wrong()(given, next)
      }
    },
  },
  {
    what: 'rows of a page are in any order',
    fails: ['convention.page-order'],
    make: () => async (given, next) =>
      given.query.get('size') === '3'
        ? success(projects, (body) => ({ ...body, content: (body['content'] as Values[]).toReversed() }))()(
            given,
            next,
          ) // a page
        : next(),
  },
  {
    what: 'the last page is given for all beyond it',
    fails: ['convention.page-beyond'],
    make: withQuery((query) => Number(query.get('page')) > 1000 && query.set('page', '0')),
  },
  {
    what: 'a negative page is the first',
    fails: ['convention.page-range'],
    make: withQuery((query) => query.get('page') === '-1' && query.set('page', '0')),
  },
  {
    what: 'numbers may be hexadecimal',
    fails: ['convention.page-range'],
    make: withQuery((query) => query.get('page') === '0x1' && query.set('page', '1')),
  },
  {
    what: 'the order is ignored',
    fails: ['convention.sort'],
    make: withQuery((query) => query.get('sort')?.startsWith('ratedPower') && query.delete('sort')),
  },
  {
    what: 'an unknown field of order is ignored',
    fails: ['convention.sort'],
    make: withQuery((query) => query.get('sort')?.startsWith('noSuch') && query.delete('sort')),
  },
  {
    what: 'a filter is ignored',
    fails: ['convention.filter'],
    make: withQuery((query) => query.delete('buildStatus')),
  },
  {
    what: 'of a repeated parameter only the last value counts',
    fails: ['convention.filter'],
    make: withQuery(
      (query) =>
        query.has('buildStatus') && query.set('buildStatus', query.getAll('buildStatus').at(-1) ?? ''),
    ),
  },
  {
    what: 'unknown parameters are ignored',
    fails: ['convention.unknown-parameter'],
    make: withQuery((query) => query.delete('noSuchParameter')),
  },
]

const bodies: readonly Omit<Fault, 'operations'>[] = [
  {
    what: 'unknown properties are ignored',
    fails: ['convention.unknown-property'],
    make: sentBody(
      both(call('POST /auth/login'), bodyHas('noSuchField')),
      ({ noSuchField: _gone, ...rest }) => rest,
    ),
  },
  {
    what: 'null is refused',
    fails: ['convention.null-is-absent'],
    make: instead(both(call('POST /api/esProject/projectRepeat'), bodyHas('null')), 400, {
      status: 400,
      timestamp: '2026-03-01 09:30:00',
      message: '值不能为空',
    }),
  },
  {
    what: 'a malformed key is a missing record',
    fails: ['convention.path-number'],
    make: restated(malformed, 400, 404),
  },
]

export const conventionFaults: readonly Fault[] = [
  ...replies.map((fault) => ({ ...fault, operations: OPERATIONS })),
  ...lists.map((fault) => ({ ...fault, operations: ['queryEsProjects'] })),
  ...bodies.map((fault) => ({ ...fault, operations: ['queryEsProjects'] })),
]
