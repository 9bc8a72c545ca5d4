const USAGE = `npm test [测试集…] [-- 选项] [文件或 vitest 选项…]
  --all      不看输入是否改变，全部运行
  --gated    只运行输入已改变的客户端生成器、文档代码等各组
  --changed  只运行输入自上次通过后改变的测试文件，供编写时使用`

/** What to run: names of suites, and how. Words that name no suite go to vitest as filters and options. */
export function parseArguments(words, known) {
  const names = words.filter((word) => known.includes(word))
  const has = (option) => words.includes(option)
  const filters = words.filter(
    (word) => !known.includes(word) && !['--', '--all', '--changed', '--gated'].includes(word),
  )
  if (filters.length > 0 && names.length !== 1) {
    console.error(
      `不是测试集：${filters.join(' ')}。指定文件时须同时指定一个测试集。\n可选：${known.join('、')}\n${USAGE}`,
    )
    process.exit(2)
  }
  return {
    names: names.length > 0 ? names : known,
    isAll: has('--all'),
    isChanged: has('--changed'),
    isGated: has('--gated'),
    filters,
  }
}
