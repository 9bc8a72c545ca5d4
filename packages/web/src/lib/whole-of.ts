interface Page<Item> {
  content: readonly Item[]
  totalElements: number
}

/** All items of a list, read page by page from 0. */
export async function wholeOf<Item>(read: (page: number) => Promise<Page<Item>>): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await read(page)
    all.push(...content)
    if (content.length === 0 || all.length >= totalElements) return all
  }
}
