// Which module may import which; `npm run floors` checks it. Imports of types and dynamic imports count too.

const path = (pattern) => ({ path: pattern })
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/**
 * The floors of a package, from the ground up. A floor is a folder or a file of `src` and imports itself and the floors
 * below it. Whatever is not listed is above all floors.
 */
function floors(name, order) {
  const src = `^packages/${name}/src/`
  return order.map((floor, index) => {
    const allowed = order.slice(0, index + 1).join('|')
    return rule(
      `${name}-floor-${floor}`,
      path(`${src}${floor}(/|[.]tsx?$)`),
      { path: src, pathNot: `${src}(${allowed})(/|[.]tsx?$)` },
      `${name}/src/${floor} imports something above it; the order is ${order.join(' < ')}`,
    )
  })
}

/** The rooms of a folder, from the ground up: folders and files that import themselves and the rooms below them. */
function rooms(folder, order) {
  const within = (names) => `^${folder}/(${names.join('|')})(/|[.]ts$)`
  const unlisted = { path: `^${folder}/`, pathNot: within(order) }
  return [
    rule('room-listed', unlisted, {}, `This room has no place in the order of ${folder}.`),
    ...order.map((room, index) =>
      rule(
        `room-${room.replace('/', '-')}`,
        path(within([room])),
        { path: `^${folder}/`, pathNot: within(order.slice(0, index + 1)) },
        `${folder}/${room} imports a room above it.`,
      ),
    ),
  ]
}

/** Rooms of the server's domain: the ground, what records need, their flow and sums, the records, the kinds, what uses them. */
const DOMAIN = [
  'tokens own-properties caller reply columns device grouped list-line masking outward permissions rate-limit',
  'review-levels scope text-search sheet-list platform rules saved-queries menus links roles files',
  'dict values row-columns revisions audit-log regions owners messages auth sms fill-time sections events submissions remarks',
  'flow draft-check ledger statistics org deleted-drafts',
  'es-project general-items pilot-project pilot-reports provincial',
  'kinds/project kinds/usage kinds/year-calc kinds/general-items kinds/pilot kinds/pilot-reports kinds/pilot-progress kinds/pilot-annual',
  'kinds/provincial-pilot kinds/work-report kinds/objection',
  'pilot-review users warehouse documents import unsaved',
  'desk audited event-feed inbox search region-moves home webhooks manual',
].flatMap((names) => names.split(' '))

/** The packages that a package may import. */
const packages = (name, allowed) =>
  rule(
    `${name}-packages`,
    path(`^packages/${name}/(src|build)/`),
    { path: '^packages/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
    `${name} imports ${allowed.join(' and ') || 'no other package'}`,
  )

export default {
  forbidden: [
    rule('no-cycle', {}, { circular: true }, 'Move the shared part into a module that both import.'),
    // An import that is not resolved would pass every other rule. Vite makes the virtual ones.
    rule('resolved', {}, { couldNotResolve: true, pathNot: '^virtual:' }, 'There is no such module.'),

    packages('contract', []),
    packages('validators', ['contract']),
    packages('sdk', ['contract', 'validators']),
    packages('conformance', ['validators', 'sdk']),
    packages('testing', ['sdk']),
    packages('cli', ['validators', 'sdk', 'conformance']),
    packages('server', ['contract', 'validators']),
    packages('sample', ['contract', 'validators', 'server']),
    rule(
      'sample-by-port',
      path('^packages/sample/src/'),
      { path: '^packages/server/src/', pathNot: '^packages/server/src/(index|sample-port)[.]ts$' },
      'Sample data are written by what the server exports for them.',
    ),
    packages('web', ['contract', 'validators', 'sdk']),
    packages('docs', ['contract', 'validators', 'sdk']),
    rule(
      'validators-alone',
      path('^packages/validators/src/'),
      { pathNot: '^packages/(validators/src/|contract/src/gen/codes[.]ts$)' },
      "validators runs anywhere and imports nothing but the contract's codes, not even Node.",
    ),

    ...floors('server', [
      'errors',
      'config',
      'runtime',
      'version',
      'operations',
      'workbook',
      'db',
      'domain',
      'seed',
      'contract',
      'tasks',
      'api',
    ]),

    ...rooms('packages/server/src/domain', DOMAIN),

    ...floors('web', ['lib', 'ui', 'app', 'records', 'features', 'public', 'shell']),
    rule(
      'web-features-apart',
      path('^packages/web/src/features/([^/]+)/'),
      { path: '^packages/web/src/features/', pathNot: '^packages/web/src/features/$1/' },
      'A feature imports no other feature. Move what both need to records, app, ui or lib.',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|/gen/|/dist/' },
    exclude: { path: '[.](css|svg|png)$' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@xinchu/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
}
