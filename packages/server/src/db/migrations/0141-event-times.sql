-- The changes since a user's last visit.
create index record_event_time on record_event (time);
