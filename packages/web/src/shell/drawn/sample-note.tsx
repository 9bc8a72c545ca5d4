/** Says that no figure is official. A telephone has room for half of it. */
export const SampleNote = () => (
  <span>
    演示数据<small>，不代表官方统计</small>
  </span>
)
