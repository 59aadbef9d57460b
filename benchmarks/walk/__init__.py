"""Walks over every format, every state of a tournament and every role, and looks at each page that opens.

A look (`visit.Look`) is a function of one visit; what is wrong with it comes back as findings.
"""
