-- The groups of technologies are named as the technologies themselves, unless an operator has named them otherwise.
update dict_entry e set label = n.label, version = e.version + 1
from dict d, (values ('caes', '压缩空气', '压缩空气储能'), ('lead', '铅酸（炭）', '铅酸（炭）电池'),
  ('flywheel', '飞轮', '飞轮储能')) n (value, former, label)
where d.id = e.dict_id and d.name = 'stat_tech_group' and e.value = n.value and e.label = n.former;
