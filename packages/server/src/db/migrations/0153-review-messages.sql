-- Messages of the review have no sender and name nobody, and the list of all offices leaves them out.
alter table message_push add column is_of_review boolean not null default false;
update message_push set is_of_review = true, sender_org_id = null, sender_user_id = null, create_by = 'system'
  -- People may write messages of this type too, but not with a link.
  where link is not null and (message_type = '4' or title = '公示项目收到异议，请核实');
