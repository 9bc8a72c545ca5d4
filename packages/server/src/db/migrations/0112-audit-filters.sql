-- A person by name, the number of a request among the words, and the beginning of an address read no other entries.
create index audit_log_real_name on audit_log (real_name, id);
create index audit_log_request on audit_log (request_id);
drop index audit_log_address;
create index audit_log_address on audit_log (address text_pattern_ops, id);
