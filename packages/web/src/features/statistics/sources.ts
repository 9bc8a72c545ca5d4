/** Choices of 取数口径. */
export const SOURCES = [
  { value: 'warehouse', label: '入库数据' },
  { value: 'work', label: '在办数据' },
]
