"""The whole house checked from the journal up, and what an auditor asks about first."""

from croupier.house.audit.audit import Audit, Finding, Report

__all__ = ["Audit", "Finding", "Report"]
