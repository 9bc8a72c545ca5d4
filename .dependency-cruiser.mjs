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
