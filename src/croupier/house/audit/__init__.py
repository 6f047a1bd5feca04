"""The whole house checked from the journal up, and what an auditor asks about first."""

from croupier.house.audit.audit import Audit, Finding, Report
from croupier.house.audit.day import DayAudit, DayReport

__all__ = ["Audit", "DayAudit", "DayReport", "Finding", "Report"]
