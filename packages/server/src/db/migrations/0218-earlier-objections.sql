-- Objections of before they could be forwarded: a deadline for those that wait, no unchecked text as what was forwarded, and
-- files that are known as theirs.
update objection set due_at = (date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '3 days' - interval '1 second')
  at time zone 'Asia/Shanghai'
where status = 'RECEIVED' and due_at is null;
update objection set forward_text = '（原登记的异议，当时未经转办）' where status = 'ANSWERED' and forward_text = text
  and verification is null;
update file_info set biz_type = 'OBJECTION' where biz_type = 'DEMO_OTHER'
  and id in (select unnest(evidence_ids) from objection);
