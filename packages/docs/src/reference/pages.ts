import { type Group, type Page, page } from '../pages.ts'
import { contract, operations } from './contract.ts'
import { chapterOf } from './operation.ts'
import { rulesPage } from './rules.ts'
import { dataPages, dictionariesPage, schemaPages } from './schemas.ts'
import { table } from './text.ts'

const pathOf = (tag: string) => `operations/${tag}`

function tagPage({ name: tag, 'x-displayName': title, description }: (typeof contract.tags)[number]): Page {
  const of = operations.filter(({ operation }) => operation.tags[0] === tag)
  const overview = table(
    ['接口', '方法与路径', 'SDK'],
    of.map(({ method, path, operation }) => [
      `[${operation.summary}](#${operation.operationId})`,
      `\`${method} ${path}\``,
      `\`${operation['x-sdk'].resource}.${operation['x-sdk'].method}\``,
    ]),
  )
  const chapters = of.map(({ method, path, operation }) => chapterOf(method, path, operation, schemaPages))
  const intro = description === title ? '' : `${description}。`
  return {
    path: pathOf(tag),
    name: title,
    text: [`# ${title}`, intro, overview, ...chapters].filter(Boolean).join('\n\n'),
  }
}

function overviewPage(): Page {
  const { title, version, description } = contract.info
  const rows = contract.tags.flatMap(({ name, 'x-displayName': shown }) => {
    const count = operations.filter(({ operation }) => operation.tags[0] === name).length
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
  const used = new Set(operations.map(({ operation }) => operation.tags[0]))
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
    { title: '接口', pages: contract.tags.filter(({ name }) => used.has(name)).map(tagPage) },
    { title: '数据结构', pages: dataPages() },
  ]
}
