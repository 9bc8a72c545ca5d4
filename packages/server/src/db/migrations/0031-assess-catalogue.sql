-- The first version of the catalogue, the same for every stage. Later versions are made on the page of the catalogue.
insert into assess_catalogue (stage, version, published_at, published_by, create_by)
select stage, 1, now(), 'system', 'system' from (values ('PRIMARY'), ('EXCELLENT'), ('ANNUAL'), ('SELF')) as s (stage);

insert into assess_index (stage, version, code, index_name, index_level, full_score, weight, sort)
select s.stage, 1, x.code, x.name, 1, x.score, x.score, x.sort
from assess_catalogue s, (values
  ('A1', '技术先进性', 30, 100),
  ('A2', '安全可靠性', 25, 200),
  ('A3', '经济性', 15, 300),
  ('A4', '示范带动性', 20, 400),
  ('A5', '成熟度与实施条件', 10, 500)
) as x (code, name, score, sort);

-- Kind 1 is a quantity, kind 2 is judged by text.
insert into assess_index (stage, version, pid, code, index_name, index_level, index_type, unit, full_score, weight,
  score_rule, direction, lower_bound, upper_bound, sort)
select p.stage, 1, p.id, x.code, x.name, 2, x.kind, x.unit, x.score, x.score, x.rule, x.direction, x.low, x.high, x.sort
from assess_index p join (values
  ('A1-1', 'A1', '关键性能指标先进程度', '2', null, 10, '8–10 分：主要指标优于国内最好水平；5–7 分：达到国内先进水平；0–4 分：达到一般水平', 'HIGHER', null, null, 101),
  ('A1-2', 'A1', '核心技术自主化', '2', null, 8, '7–8 分：核心技术和控制软件全部自主；4–6 分：主要部分自主；0–3 分：依赖引进', 'HIGHER', null, null, 102),
  ('A1-3', 'A1', '装备国产化率', '1', '%', 6, '5–6 分：不低于 95%；3–4 分：85%–95%；0–2 分：低于 85%', 'HIGHER', 0, 100, 103),
  ('A1-4', 'A1', '创新性', '2', null, 6, '5–6 分：首台（套）或首次工程应用；3–4 分：有较大改进；0–2 分：改进有限', 'HIGHER', null, null, 104),
  ('A2-1', 'A2', '本体安全与热失控防护', '2', null, 10, '8–10 分：本体安全且通过热失控扩散试验；5–7 分：措施完备；0–4 分：措施不足', 'HIGHER', null, null, 201),
  ('A2-2', 'A2', '消防与应急', '2', null, 6, '5–6 分：系统联动并按期演练；3–4 分：满足规范；0–2 分：存在缺项', 'HIGHER', null, null, 202),
  ('A2-3', 'A2', '监测预警与数据接入', '2', null, 5, '4–5 分：早期预警并全量接入平台；2–3 分：具备监测；0–1 分：监测不全', 'HIGHER', null, null, 203),
  ('A2-4', 'A2', '非计划停运系数', '1', '%', 4, '4 分：不高于 1%；2–3 分：1%–3%；0–1 分：高于 3%', 'LOWER', 0, 100, 204),
  ('A3-1', 'A3', '单位造价', '1', '元/kWh', 5, '4–5 分：低于同类项目均值 10% 以上；2–3 分：与均值相当；0–1 分：高于均值', 'LOWER', 0, 100000, 301),
  ('A3-2', 'A3', '度电成本', '1', '元/kWh', 4, '4 分：低于 0.4；2–3 分：0.4–0.6；0–1 分：高于 0.6', 'LOWER', 0, 100, 302),
  ('A3-3', 'A3', '综合效率', '1', '%', 3, '3 分：高于同类技术先进值；2 分：达到先进值；0–1 分：低于先进值', 'HIGHER', 0, 100, 303),
  ('A3-4', 'A3', '收益模式可持续', '2', null, 3, '3 分：收益来源明确并已签约；2 分：来源明确；0–1 分：来源不清', 'HIGHER', null, null, 304),
  ('A4-1', 'A4', '系统价值', '2', null, 8, '7–8 分：调峰、顶峰、构网作用突出；4–6 分：有较好作用；0–3 分：作用有限', 'HIGHER', null, null, 401),
  ('A4-2', 'A4', '商业模式可复制', '2', null, 6, '5–6 分：可在同类地区直接推广；3–4 分：调整后可推广；0–2 分：难以推广', 'HIGHER', null, null, 402),
  ('A4-3', 'A4', '产业带动', '2', null, 4, '4 分：带动成套装备和产业链；2–3 分：带动部分环节；0–1 分：带动有限', 'HIGHER', null, null, 403),
  ('A4-4', 'A4', '标准与知识产权', '2', null, 2, '2 分：主导编制标准并有发明专利；1 分：参与编制或有专利；0 分：没有', 'HIGHER', null, null, 404),
  ('A5-1', 'A5', '前期手续完备', '2', null, 4, '4 分：备案、用地、接入、环评齐全；2–3 分：缺一项；0–1 分：缺两项以上', 'HIGHER', null, null, 501),
  ('A5-2', 'A5', '进度可行', '2', null, 3, '3 分：计划合理且已开工；2 分：计划合理；0–1 分：计划依据不足', 'HIGHER', null, null, 502),
  ('A5-3', 'A5', '单位实力与资金', '2', null, 3, '3 分：业绩突出且资金落实；2 分：资金基本落实；0–1 分：资金未落实', 'HIGHER', null, null, 503)
) as x (code, parent, name, kind, unit, score, rule, direction, low, high, sort)
  on p.code = x.parent and p.index_level = 1;
