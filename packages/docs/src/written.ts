import { type Page, type Part, page } from './pages.ts'

const pagesOf = (folder: string, names: string): Page[] =>
  names.split(' ').map((name) => page(`${folder}/${name}`))

const KINDS =
  'network timeout aborted malformed unauthenticated session-expired session-unavailable forbidden not-found conflict validation window-closed rate-limit not-implemented server rejected not-replayable partial'

const guides = (): Part => ({
  title: '指南',
  lang: 'zh-CN',
  groups: [
    { title: '', pages: [page('index')] },
    {
      title: '调用',
      pages: pagesOf('guide', 'first-hour first-call unattended bulk-import files command-line'),
    },
    {
      title: '集成',
      pages: [
        page('guide/embedding'),
        page('guide/events', 'docs/events.md'),
        page('guide/other-languages', 'docs/other-languages.md'),
        page('guide/testing'),
        page('guide/conformance', 'docs/conformance.md'),
      ],
    },
    {
      title: '版本',
      pages: [
        page('guide/upgrading'),
        { ...page('guide/changes', 'packages/sdk/CHANGELOG.md'), name: '更新记录' },
      ],
    },
  ],
})

const recipes = (): Part => ({
  title: '做法',
  lang: 'zh-CN',
  groups: [
    { title: '写入', pages: pagesOf('recipes', 'nightly-import stamped-upload reminder') },
    {
      title: '读取',
      pages: pagesOf('recipes', 'county-csv events-table bulletin page-tables duckdb python'),
    },
    { title: '环境', pages: pagesOf('recipes', 'proxy') },
    { title: '数据', pages: [page('recipes/queries', 'docs/queries.md')] },
  ],
})

const errors = (): Part => ({
  title: '错误',
  lang: 'zh-CN',
  groups: [
    { title: '', pages: [page('errors/index')] },
    { title: '按种类', pages: pagesOf('errors', KINDS) },
  ],
})

/** The parts of the site that are written by hand. */
export const writtenParts = (): Part[] => [guides(), recipes(), errors()]
