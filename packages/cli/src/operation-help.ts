import { codeList, dictionaryOf } from './code-names.ts'
import { type Described, describe, type Input, type Schema, summariesOf } from './contract.ts'
import { EXIT_CODES } from './exit.ts'
import { isFile, isPaged, optionsOf, PAGE_SIZE } from './inputs.ts'
import { tableText } from './table.ts'

function typeText(schema: Schema): string {
  if (isFile(schema)) return '文件'
  if (schema.type === 'array') return `${typeText(schema.items ?? {})}，可重复`
  const names: Readonly<Record<string, string>> = {
    integer: '整数',
    number: '数',
    boolean: '是否',
    string: schema.format === 'date' ? '日期' : '文字',
  }
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type)
  return names[type] ?? 'JSON'
}

/** The bounds and values that a parameter may have. */
function allowedText(schema: Schema): string {
  const { minimum, maximum, maxLength, default: otherwise } = schema
  const coded = schema.items ?? schema
  const dictionary = coded.type === 'boolean' ? undefined : dictionaryOf(coded['x-dict'])
  const values = dictionary ? codeList(dictionary, coded.enum) : coded.enum?.join('，')
  return [
    values ? `可用：${values}` : '',
    minimum !== undefined || maximum !== undefined ? `${minimum ?? ''}～${maximum ?? ''}` : '',
    maxLength !== undefined ? `最长 ${maxLength}` : '',
    otherwise !== undefined ? `缺省 ${JSON.stringify(otherwise)}` : '',
  ]
    .filter(Boolean)
    .join('；')
}

const PAGE: Pick<Input, 'description' | 'schema'> = {
  description: '页码，从 1 起',
  schema: { type: 'integer', minimum: 1, default: 1 },
}

const lineOf = (name: string, input: Input) => {
  const { description: caption, schema } =
    input.in === 'query' && input.name === 'page' ? { ...input, ...PAGE } : input
  const unit = schema['x-unit']
  const description = unit ? `${caption}，${unit}` : caption
  const shown = input.in === 'path' ? `<${input.name}>` : `--${name}`
  return [
    `  ${shown}`,
    `${typeText(schema)}${input.required ? '，必填' : ''}`,
    description,
    allowedText(schema),
  ]
}

const COMMON = `通用选项：
  --server <地址>  --profile <名称>  --ca <文件>  --proxy <地址>  --try-again  --verbose  -h, --help

${EXIT_CODES}`

const outputHelp = (described: Described) =>
  described.reply === 'file'
    ? '  -o, --output <文件>  保存位置；--force 覆盖已有文件'
    : `  -o, --output <table|json|ndjson|csv>  输出格式，缺省 table；--json 同 --output json
  --bom  CSV 以字节序标记开头，表格软件据此按 UTF-8 打开
  --captions  CSV 首行为中文列名与单位，缺省为字段名
  --query <路径>  只取结果的一部分，如 content[*].{id,projectName}${
    isPaged(described)
      ? '\n  --all  读取全部页；有 --after-id 的列表按主键读取，期间的增删不造成遗漏与重复'
      : ''
  }`

/** Help of one operation: its parameters, fields, allowed values and an example of the contract. */
export async function operationHelp(resource: string, verb: string, key: string): Promise<string> {
  const described = await describe(key)
  const { parameters, body, summary, description } = described
  const words = parameters.filter((each) => each.in === 'path').map(({ name }) => ` <${name}>`)
  const seen = new Set<Input>()
  const lines = [...optionsOf(described)].flatMap(([name, input]) => {
    if (seen.has(input)) return [[`  --${name}`, '', `同上列 ${input.name}`, '']]
    seen.add(input)
    const isSize = input.name === 'size' && isPaged(described)
    return [lineOf(name, isSize ? { ...input, schema: { ...input.schema, default: PAGE_SIZE } } : input)]
  })
  const example = body?.example
  const command = `xinchu ${resource} ${verb}${words.join('')}`
  return [
    `${summary}（${key}）`,
    description.trim(),
    `用法：${command} [选项]`,
    lines.length > 0 ? `参数：\n${tableText(lines)}` : '',
    body ? '  --body <JSON|@文件|->  整个正文；另给的字段选项覆盖其中的同名字段' : '',
    `输出：\n${outputHelp(described)}`,
    example === undefined || body?.isForm ? '' : `示例：\n  ${command} --body '${JSON.stringify(example)}'`,
    body?.isForm ? `示例的字段：\n  ${JSON.stringify(example)}` : '',
    COMMON,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Help of a resource: its verbs. */
export async function resourceHelp(resource: string): Promise<string> {
  const verbs = (await summariesOf(resource)).map(([verb, summary]) => [`  ${verb}`, summary])
  return `用法：xinchu ${resource} <操作> [选项]\n\n${tableText(verbs)}\n\n执行 xinchu ${resource} <操作> --help 查看参数`
}
