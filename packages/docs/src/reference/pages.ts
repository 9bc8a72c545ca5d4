import { type Group, type Page, page } from '../pages.ts'
import { contract, operations } from './contract.ts'
import { chapterOf } from './operation.ts'
import { rulesPage } from './rules.ts'
import { dataPages, dictionariesPage, schemaPages } from './schemas.ts'
import { table } from './text.ts'

const pathOf = (tag: string) => `operations/${tag}`

function tagPage({
  name: tag,
  'x-displayName': title,
  description,
}: (typeof contract.document.tags)[number]): Page {
  const of = operations.filter((operation) => operation.tag === tag)
  const overview = table(
    ['接口', '方法与路径', 'SDK'],
    of.map(({ id, summary, method, path, resource, verb }) => [
      `[${summary}](#${id})`,
      `\`${method} ${path}\``,
      `\`${resource}.${verb}\``,
    ]),
  )
  const chapters = of.map((operation) => chapterOf(operation, schemaPages))
  const intro = description === title ? '' : `${description}。`
  return {
    path: pathOf(tag),
    name: title,
    text: [`# ${title}`, intro, overview, ...chapters].filter(Boolean).join('\n\n'),
  }
}

function overviewPage(): Page {
  const { title, version, description } = contract.document.info
  const rows = contract.document.tags.flatMap(({ name, 'x-displayName': shown }) => {
    const count = operations.filter(({ tag }) => tag === name).length
    return count > 0 ? [[`[${shown}](${name}.md)`, String(count)]] : []
  })
  return {
    path: 'operations/index',
    name: '总览与约定',
    text: [
      `# ${title} ${version}`,
      `共 ${operations.length} 个接口。在浏览器中试用见[在线试用](/docs/api)，接口文档本身见 [/openapi.json](/openapi.json)。`,
      '## 分组',
      table(['分组', '接口数'], rows),
      description,
    ].join('\n\n'),
  }
}

/** The reference of all operations, generated from the contract. */
export function referenceGroups(): Group[] {
  const used = new Set(operations.map(({ tag }) => tag))
  return [
    {
      title: '',
      pages: [
        overviewPage(),
        page('operations/conventions', 'docs/contract.md'),
        rulesPage(),
        dictionariesPage(),
      ],
    },
    { title: '接口', pages: contract.document.tags.filter(({ name }) => used.has(name)).map(tagPage) },
    { title: '数据结构', pages: dataPages() },
  ]
}
