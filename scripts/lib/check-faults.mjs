/**
 * Faults in different parts of the platform, each with the tests of its package that must find it.
 * @typedef {{ what: string, file: string, from: string, to: string, tests: readonly string[] }} Fault
 */

const server = (name) => `packages/server/src/${name}`
const web = (name) => `packages/web/src/${name}`
const onPostgres = (...files) => [...files.map((name) => `test/${name}`), '--project=postgres']

/** @type {readonly Fault[]} */
export const checkFaults = [
  {
    what: 'a scope: a county reads all of its city',
    file: server('domain/scope.ts'),
    from: "case 'CNT':\n      return within('p.county_code', user.countyCode)",
    to: "case 'CNT':\n      return within('p.city_code', user.cityCode)",
    tests: onPostgres('region-summaries', 'rights'),
  },
  {
    what: 'a rule of states: a report that its office has passed can be withdrawn by its author',
    file: server('domain/flow/report-flows.ts'),
    from: "by: ['author'], from: [submitted], to: draft",
    to: "by: ['author'], from: [submitted, passed], to: draft",
    tests: onPostgres('review/flow-tables'),
  },
  {
    what: 'a share: to two decimals',
    file: server('domain/statistics/shares.ts'),
    from: 'roundTo((value / whole) * 100, 4)',
    to: 'roundTo((value / whole) * 100, 2)',
    tests: onPostgres('engines/statistics', 'engines/figure-rows'),
  },
  {
    what: 'a focus: closing a dialog leaves it nowhere',
    file: web('ui/dialog.tsx'),
    from: 'if (before.current instanceof HTMLElement) before.current.focus()',
    to: '',
    tests: ['test/dialog.test.tsx'],
  },
  {
    what: 'a race: two refreshes of a session at once',
    file: server('domain/auth/refresh.ts'),
    from: '    .forUpdate()\n    .executeTakeFirst()\n\ntype LockedSession',
    to: '    .executeTakeFirst()\n\ntype LockedSession',
    tests: onPostgres('engines/session'),
  },
  {
    what: 'a header: data may be read as another type',
    file: server('document-headers.ts'),
    from: "  'X-Content-Type-Options': 'nosniff',\n",
    to: '',
    tests: onPostgres('portal', 'connections'),
  },
  {
    what: 'a migration: the record made from unsaved input has no key',
    file: server('db/migrations/0182-unsaved-record.sql'),
    from: 'now(),\n  primary key (user_id, operation_id, target)',
    to: 'now()',
    tests: onPostgres('unsaved-slot'),
  },
  {
    what: 'a label: of where a submission goes',
    file: server('domain/flow/report-flows.ts'),
    from: "leadsTo('提交后送', to)",
    to: "leadsTo('通过后送', to)",
    tests: onPostgres('review/goals', 'review/flow-tables', 'golden'),
  },
  {
    what: 'a limit: one wrong password more',
    file: server('domain/rate-limit.ts'),
    from: 'counted.hits > max)',
    to: 'counted.hits > max + 1)',
    tests: onPostgres('login-tries', 'session-limits', 'captcha'),
  },
  {
    what: 'a lease: an import is claimed while another server reads it',
    file: server('domain/import/lease.ts'),
    from: ' and (lease_until is null or lease_until < now())',
    to: '',
    tests: onPostgres('engines/import-resume'),
  },
]
